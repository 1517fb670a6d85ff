package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
)

// keepPromised leaves the peers that a promise compares, and nothing, so that they run right
// after each other.
func (o *operation) keepPromised() {
	o.peers = slices.DeleteFunc(o.peers, func(p peer) bool {
		for r := range o.most {
			if r.has(p) || p.name == "nothing" {
				return false
			}
		}
		return true
	})
}

// noiseParts is the number of parts of a run that noise compares.
const noiseParts = 4

// noise returns by how much the ratio differs between parts of this run: every fourth
// round from the first on, from the second on, and so on.
func (o operation) noise(r ratio) float64 {
	var got []float64
	for first := range noiseParts {
		if part := o.ratio(r, first, noiseParts); part != 0 {
			got = append(got, part)
		}
	}
	return slices.Max(got) - slices.Min(got)
}

// checkPromises prints each promise, and returns how many are missed by more than the noise.
func checkPromises(w io.Writer, all []section) (missed int) {
	for _, s := range all {
		for _, o := range s.operations {
			for _, r := range s.ratios {
				got, most := o.ratio(r, 0, 1), o.most[r]
				if got == 0 || most == 0 {
					continue
				}
				noise, verdict := o.noise(r), "kept"
				own := o.own(r)
				switch {
				case got > most && got <= own*ownTime:
					verdict = fmt.Sprintf("missed, but the library's own time is %.3f", own)
				case got > most+noise:
					verdict = "MISSED"
					missed++
				case got > most:
					verdict = "missed within the noise"
				}
				fmt.Fprintf(w, "%s/%s, %s / %s: %.3f ± %.3f, promised %.3g: %s\n", s.name, o.name, r.of, cmp.Or(r.to, "best other"), got, noise, most, verdict)
			}
		}
	}
	return missed
}
