//go:build gc && !purego && !race && !msan && !asan

#include "textflag.h"

// Both functions have 36 characters in three registers, of 16, 16 and 4 bytes, and 32
// digits in two. VTBL takes bytes from several registers by their numbers, and 0 for a
// number that is too great: the tables below have the numbers, first one lowest.
// NEON has all of this, and every arm64 CPU has NEON.

// For each digit the number of its character.
DATA digitAt<>+0(SB)/8, $0x0706050403020100
DATA digitAt<>+8(SB)/8, $0x11100f0e0c0b0a09
DATA digitAt<>+16(SB)/8, $0x1b1a191816151413
DATA digitAt<>+24(SB)/8, $0x232221201f1e1d1c
GLOBL digitAt<>(SB), NOPTR|RODATA, $32

// For each of the first 32 characters the number of its digit, or 32: a hyphen.
DATA charAt<>+0(SB)/8, $0x0706050403020100
DATA charAt<>+8(SB)/8, $0x0d0c200b0a090820
DATA charAt<>+16(SB)/8, $0x2013121110200f0e
DATA charAt<>+24(SB)/8, $0x1b1a191817161514
GLOBL charAt<>(SB), NOPTR|RODATA, $32

// For each character from '0' on, 0x80 and its value as a digit, or 0.
DATA values<>+0(SB)/8, $0x8786858483828180
DATA values<>+8(SB)/8, $0x0000000000008988
DATA values<>+16(SB)/8, $0x008f8e8d8c8b8a00 // 'A' to 'F'
DATA values<>+24(SB)/8, $0
DATA values<>+32(SB)/8, $0
DATA values<>+40(SB)/8, $0
DATA values<>+48(SB)/8, $0x008f8e8d8c8b8a00 // 'a' to 'f'
DATA values<>+56(SB)/8, $0
GLOBL values<>(SB), NOPTR|RODATA, $64

DATA hexDigits<>+0(SB)/8, $"01234567"
DATA hexDigits<>+8(SB)/8, $"89abcdef"
GLOBL hexDigits<>(SB), NOPTR|RODATA, $16

// func decode(u *UUID, s string) bool
TEXT ·decode(SB), NOSPLIT, $0-25
	MOVD u+0(FP), R0
	MOVD s_base+8(FP), R1
	MOVD s_len+16(FP), R2
	VLD1 (R1), [V0.B16, V1.B16]
	CMP  $32, R2
	BEQ  digits

	MOVBU 8(R1), R2
	MOVBU 13(R1), R3
	MOVBU 18(R1), R4
	MOVBU 23(R1), R5
	CMP   $'-', R2
	BNE   wrong
	CMP   $'-', R3
	BNE   wrong
	CMP   $'-', R4
	BNE   wrong
	CMP   $'-', R5
	BNE   wrong
	FMOVS 32(R1), F2                                    // F2 is a part of V2
	MOVD  $digitAt<>(SB), R2
	VLD1  (R2), [V3.B16, V4.B16]
	VTBL  V3.B16, [V0.B16, V1.B16, V2.B16], V3.B16
	VTBL  V4.B16, [V0.B16, V1.B16, V2.B16], V4.B16
	VMOV  V3.B16, V0.B16
	VMOV  V4.B16, V1.B16

digits:
	VMOVI $'0', V2.B16
	VSUB  V2.B16, V0.B16, V0.B16
	VSUB  V2.B16, V1.B16, V1.B16
	MOVD  $values<>(SB), R2
	VLD1  (R2), [V4.B16, V5.B16, V6.B16, V7.B16]
	VTBL  V0.B16, [V4.B16, V5.B16, V6.B16, V7.B16], V0.B16
	VTBL  V1.B16, [V4.B16, V5.B16, V6.B16, V7.B16], V1.B16

	// All must have the bit 0x80.
	VAND V0.B16, V1.B16, V2.B16
	VMOV V2.D[0], R2
	VMOV V2.D[1], R3
	AND  R2, R3
	MVN  R3, R3
	TST  $0x8080808080808080, R3
	BNE  wrong

	// The first of each two digits to V2, the second to V3, and then the low four bits of
	// the first above those of the second.
	VUZP1 V1.B16, V0.B16, V2.B16
	VUZP2 V1.B16, V0.B16, V3.B16
	VSLI  $4, V2.B16, V3.B16
	VST1  [V3.B16], (R0)
	MOVD  $1, R2
	MOVB  R2, ret+24(FP)
	RET

wrong:
	MOVB ZR, ret+24(FP)
	RET

// func encode(b *[36]byte, u *UUID)
TEXT ·encode(SB), NOSPLIT, $0-16
	MOVD b+0(FP), R0
	MOVD u+8(FP), R1

	// The high halves of the bytes to V1, the low ones to V0, and then both in turns.
	VLD1  (R1), [V0.B16]
	VMOVI $0x0f, V2.B16
	VUSHR $4, V0.B16, V1.B16
	VAND  V2.B16, V0.B16, V0.B16
	VZIP1 V0.B16, V1.B16, V2.B16
	VZIP2 V0.B16, V1.B16, V3.B16

	MOVD $hexDigits<>(SB), R2
	VLD1 (R2), [V0.B16]
	VTBL V2.B16, [V0.B16], V2.B16
	VTBL V3.B16, [V0.B16], V3.B16

	VMOVI $'-', V4.B16
	MOVD  $charAt<>(SB), R2
	VLD1  (R2), [V0.B16, V1.B16]
	VTBL  V0.B16, [V2.B16, V3.B16, V4.B16], V0.B16
	VTBL  V1.B16, [V2.B16, V3.B16, V4.B16], V1.B16
	VST1  [V0.B16, V1.B16], (R0)
	VMOV  V3.S[3], R2 // the last four digits
	MOVW  R2, 32(R0)
	RET
