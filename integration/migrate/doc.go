// Package migrate tests the command uuid migrate on real databases. TestFaults is the proof: four
// writers use the tables, and the command or the server is killed, or their connection cut.
// Schemas and rows are compared before and after.
//
//	go -C integration test ./migrate                                           5,000 rows and a few faults
//	go -C integration test ./migrate -all -run TestFaults -timeout 120m        200 faults in each database
//	go -C integration test ./migrate -all -run TestEveryAction -timeout 120m   SIGKILL after each action, and each verb after it
//	go -C integration test ./migrate -large -run TestFaults -timeout 90m       two in each database, at 200,000 + 200,000 rows
//	go -C integration test ./migrate -run TestFaults/MariaDB -seed N -v
//	go -C integration test ./migrate -run TestMeasure -measure 1000000 -update -timeout 4h      on a quiet machine
//
// To add a kind of table to TestFaults, add a row to tables in faults_app_test.go.
package migrate
