package generators

import (
	"bufio"
	"container/heap"
	"encoding/binary"
	"io"
	"os"
	"slices"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

// Repeats merges the sorted parts of all files of a Kind. It returns how many ids there are, and how many of them come again.
func (f Fleet) Repeats(kind Kind) (ids, again int, err error) {
	var all runs
	for _, name := range f.Files(kind) {
		file, err := os.Open(name)
		if err != nil {
			return 0, 0, err
		}
		defer file.Close()
		for part := range parts {
			size := int64(f.part() * len(uuid.UUID{}))
			r := &run{in: bufio.NewReader(io.NewSectionReader(file, int64(part)*size, size))}
			if err := r.next(); err == nil {
				all = append(all, r)
			} else if err != io.EOF {
				return 0, 0, err
			}
		}
	}
	return all.merge()
}

// A run has ids in order.
type run struct {
	in    io.Reader
	first uuid.UUID
}

func (r *run) next() error {
	_, err := io.ReadFull(r.in, r.first[:])
	return err
}

// runs are a heap by their first ids.
type runs []*run

func (r runs) Len() int           { return len(r) }
func (r runs) Less(i, j int) bool { return r[i].first.Compare(r[j].first) < 0 }
func (r runs) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }
func (r *runs) Push(any)          {}
func (r *runs) Pop() any {
	*r = (*r)[:len(*r)-1]
	return nil
}

func (r runs) merge() (ids, again int, err error) {
	var last uuid.UUID
	for heap.Init(&r); len(r) > 0; {
		if id := r[0].first; id == last && ids > 0 {
			again++
		} else {
			last = id
		}
		ids++
		switch err := r[0].next(); err {
		case nil:
			heap.Fix(&r, 0)
		case io.EOF:
			heap.Pop(&r)
		default:
			return 0, 0, err
		}
	}
	return ids, again, nil
}

const samplesExt = ".samples"

// An Order says how the ids of processes sort.
type Order struct {
	Late  time.Duration // an id sorts before one that was made so much earlier
	Wrong float64       // the share, of ids and the next id of another process, that sort the other way round
}

// Order compares the order of ids of a Kind with real time. It regards the processes whose clocks are no worse than worst.
func (f Fleet) Order(kind Kind, worst Clock) (o Order, err error) {
	type of struct {
		sample
		process int
	}
	var all []of
	for p, name := range f.Files(kind) {
		if clockOf(p) > worst {
			continue
		}
		file, err := os.Open(name + samplesExt)
		if err != nil {
			return o, err
		}
		defer file.Close()
		in := bufio.NewReader(file)
		for {
			s := of{process: p}
			if err = binary.Read(in, binary.BigEndian, &s.sample); err != nil {
				break
			}
			all = append(all, s)
		}
		if err != io.EOF {
			return o, err
		}
	}
	slices.SortFunc(all, func(a, b of) int { return int(a.Before - b.Before) })
	var pairs, wrong int
	for i := range all[1:] {
		if a, b := all[i], all[i+1]; a.process != b.process && a.After < b.Before {
			pairs++
			if a.ID.Compare(b.ID) > 0 {
				wrong++
			}
		}
	}
	o.Wrong = float64(wrong) / float64(max(1, pairs))
	slices.SortFunc(all, func(a, b of) int { return a.ID.Compare(b.ID) })
	var latest int64 // of the ids before
	for _, s := range all {
		o.Late = max(o.Late, time.Duration(latest-s.After))
		latest = max(latest, s.Before)
	}
	return o, nil
}
