package ids

import "time"

// An Epoch is the moment from which ids count their time, in milliseconds since 1970.
// Each deployment chooses its own, and an id does not contain it:
//
//	epoch := ids.Epoch(start.UnixMilli())
type Epoch int64

// The epochs of well-known deployments.
const (
	UnixEpoch        Epoch = 0             // 1970-01-01T00:00:00Z
	TwitterEpoch     Epoch = 1288834974657 // 2010-11-04T01:42:54.657Z
	DiscordEpoch     Epoch = 1420070400000 // 2015-01-01T00:00:00Z
	InstagramEpoch   Epoch = 1314220021721 // 2011-08-24T21:07:01.721Z, in the published example
	SonyflakeEpoch   Epoch = 1409529600000 // 2014-09-01T00:00:00Z, the default of version 1
	SonyflakeV2Epoch Epoch = 1735689600000 // 2025-01-01T00:00:00Z, the default of version 2
)

// Time returns the time of the epoch, in UTC.
func (e Epoch) Time() time.Time { return time.UnixMilli(int64(e)).UTC() }

func (e Epoch) add(milli uint64) int64 { return int64(e) + int64(milli) }
