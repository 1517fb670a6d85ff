package cbor

import "maps"

var between tagSet

// SetBetween adds tags to all modes.
func SetBetween(tags TagSet) {
	between = tags.(*syncTagSet).t
	defaultEncMode, _ = EncOptions{}.encMode()
	defaultDecMode, _ = DecOptions{}.decMode()
}

// tagsFor are the tags of a mode without a TagSet.
func tagsFor(mode TagsMode) tagSet {
	if mode != TagsAllowed {
		return nil
	}
	return between
}

// newTags are the tags to which those of a TagSet are added.
func newTags() tagSet {
	tags := tagSet{}
	maps.Copy(tags, between)
	return tags
}
