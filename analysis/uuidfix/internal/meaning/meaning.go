// Package meaning lists what compiles after the rewriting, and means something else.
package meaning

import (
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

type meaning struct {
	program   *load.Program
	list      *finding.List
	stores    map[string]bool // that are listed
	libraries map[string]bool // that are listed
}

// Texts lists the texts and configurations that name an old package.
func Texts(p *load.Program, list *finding.List) {
	m := &meaning{program: p, list: list}
	for _, name := range p.Configs {
		m.listConfig(name)
	}
	for _, name := range p.GoFiles {
		m.listTexts(name)
	}
}

// Before lists what it can see before the rewriting.
func Before(p *load.Program, list *finding.List) {
	m := &meaning{program: p, list: list, stores: map[string]bool{}, libraries: map[string]bool{}}
	for _, v := range p.Variants {
		for _, p := range v.Pkgs {
			if v.Broken(p) == "" {
				m.listStores(v, p)
				m.listAPIs(v, p)
			}
		}
	}
}

func (m *meaning) add(file string, offset int, what, write string) {
	m.list.Add(finding.Finding{File: file, Offset: offset, What: what, Write: write})
}
