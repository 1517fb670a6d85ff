package cli

var NewRoot = newRoot
