//go:build gc && !purego && !race && !msan && !asan

#include "textflag.h"

// Both functions have the 32 digits in two registers, 16 in X0 and 16 in X1. They load
// and store canonical text in pieces of 16, 2, 16 and 2 characters, so that they touch
// no byte outside it:
//
//	f81d4fae-7dec-11 d0 -a765-00a0c91e6b f6
//	X0               X0 X1               X1
//
// PSHUFB and PMADDUBSW are SSSE3: CPUs without it run the Go code in hex.go. All else is
// SSE2, which every amd64 CPU has.

// PSHUFB takes from each table the number of the byte that comes to each place, the first
// one in the lowest byte, or 0x80 for a zero.

// From the 16 characters to 14 digits. The other two are inserted.
DATA digitsX0<>+0(SB)/8, $0x0706050403020100 // after these, the hyphen at 8
DATA digitsX0<>+8(SB)/8, $0x80800f0e0c0b0a09 // and the one at 13
GLOBL digitsX0<>(SB), NOPTR|RODATA, $16
DATA digitsX1<>+0(SB)/8, $0x0908070604030201 // hyphens at 0 and 5
DATA digitsX1<>+8(SB)/8, $0x80800f0e0d0c0b0a
GLOBL digitsX1<>(SB), NOPTR|RODATA, $16

// From 16 digits to the 16 characters, without hyphens.
DATA textX0<>+0(SB)/8, $0x0706050403020100
DATA textX0<>+8(SB)/8, $0x0d0c800b0a090880
GLOBL textX0<>(SB), NOPTR|RODATA, $16
DATA textX1<>+0(SB)/8, $0x0504800302010080
DATA textX1<>+8(SB)/8, $0x0d0c0b0a09080706
GLOBL textX1<>(SB), NOPTR|RODATA, $16

// The hyphens.
DATA hyphensX0<>+0(SB)/8, $0
DATA hyphensX0<>+8(SB)/8, $0x00002d000000002d
GLOBL hyphensX0<>(SB), NOPTR|RODATA, $16
DATA hyphensX1<>+0(SB)/8, $0x00002d000000002d
DATA hyphensX1<>+8(SB)/8, $0
GLOBL hyphensX1<>(SB), NOPTR|RODATA, $16

DATA hexDigits<>+0(SB)/8, $"01234567"
DATA hexDigits<>+8(SB)/8, $"89abcdef"
GLOBL hexDigits<>(SB), NOPTR|RODATA, $16

// 16 and 1, in turns.
DATA weights<>+0(SB)/8, $0x0110011001100110
DATA weights<>+8(SB)/8, $0x0110011001100110
GLOBL weights<>(SB), NOPTR|RODATA, $16

// SIXTEEN is a register full of the byte c.
#define SIXTEEN(name, c) \
	DATA name<>+0(SB)/8, $(c * 0x0101010101010101); \
	DATA name<>+8(SB)/8, $(c * 0x0101010101010101); \
	GLOBL name<>(SB), NOPTR|RODATA, $16

SIXTEEN(after9, 0xc6) // 0x100 - ('9'+1)
SIXTEEN(six, 6)
SIXTEEN(xf0, 0xf0)
SIXTEEN(upper, 0xdf) // clears the bit of the case
SIXTEEN(letterA, 0x41)
SIXTEEN(ten, 10)
SIXTEEN(x70, 0x70)
SIXTEEN(x0f, 0x0f)

// func decode(u *UUID, s string) bool
TEXT ·decode(SB), NOSPLIT, $0-25
	CMPB ·hasSSSE3(SB), $0
	JEQ  portable
	MOVQ u+0(FP), DI
	MOVQ s_base+8(FP), SI
	CMPQ s_len+16(FP), $32
	JEQ  bare

	CMPB   8(SI), $'-'
	JNE    wrong
	CMPB   13(SI), $'-'
	JNE    wrong
	CMPB   18(SI), $'-'
	JNE    wrong
	CMPB   23(SI), $'-'
	JNE    wrong
	MOVOU  0(SI), X0
	MOVOU  18(SI), X1
	PSHUFB digitsX0<>(SB), X0
	PSHUFB digitsX1<>(SB), X1
	PINSRW $7, 16(SI), X0
	PINSRW $7, 34(SI), X1
	JMP    values

bare:
	MOVOU 0(SI), X0
	MOVOU 16(SI), X1

values:
	// Each character as a letter: 10 to 15, or more if it is none. A sum that does not
	// fit is 255.
	MOVO    X0, X2
	MOVO    X1, X3
	PAND    upper<>(SB), X2
	PAND    upper<>(SB), X3
	PSUBB   letterA<>(SB), X2 // 0 to 5, or more
	PSUBB   letterA<>(SB), X3
	PADDUSB ten<>(SB), X2
	PADDUSB ten<>(SB), X3

	// As a decimal digit: 0 to 9, or 16 and more.
	PADDB   after9<>(SB), X0 // 0xf6 to 0xff, or less
	PADDB   after9<>(SB), X1
	PSUBUSB six<>(SB), X0    // 0xf0 to 0xf9, or less: below 0 is 0
	PSUBUSB six<>(SB), X1
	PSUBB   xf0<>(SB), X0
	PSUBB   xf0<>(SB), X1

	// The smaller one is the value, if it is below 16. If one of the 32 is not, the
	// sum has its high bit set.
	PMINUB   X2, X0
	PMINUB   X3, X1
	MOVO     X0, X2
	PMAXUB   X1, X2
	PADDUSB  x70<>(SB), X2
	PMOVMSKB X2, AX
	TESTL    AX, AX
	JNE      wrong

	// 16 times the first of two values and the second are a byte, in a word of 16 bits.
	PMADDUBSW weights<>(SB), X0
	PMADDUBSW weights<>(SB), X1
	PACKUSWB  X1, X0
	MOVOU     X0, (DI)
	MOVB      $1, ret+24(FP)
	RET

wrong:
	MOVB $0, ret+24(FP)
	RET

portable:
	JMP ·decodePortable(SB)

// func encode(b *[36]byte, u *UUID)
TEXT ·encode(SB), NOSPLIT, $0-16
	CMPB ·hasSSSE3(SB), $0
	JEQ  portable
	MOVQ b+0(FP), DI
	MOVQ u+8(FP), SI

	// The high halves of the bytes to X0, the low ones to X2, and then both in turns.
	MOVOU     (SI), X0
	MOVO      X0, X2
	PSRLW     $4, X0
	PAND      x0f<>(SB), X0
	PAND      x0f<>(SB), X2
	MOVO      X0, X1
	PUNPCKLBW X2, X0 // of the first 8 bytes
	PUNPCKHBW X2, X1 // of the others

	MOVOU  hexDigits<>(SB), X2
	MOVO   X2, X3
	PSHUFB X0, X2
	PSHUFB X1, X3

	PEXTRW $7, X2, AX // the last two digits of each
	PEXTRW $7, X3, BX
	PSHUFB textX0<>(SB), X2
	PSHUFB textX1<>(SB), X3
	POR    hyphensX0<>(SB), X2
	POR    hyphensX1<>(SB), X3
	MOVOU  X2, 0(DI)
	MOVW   AX, 16(DI)
	MOVOU  X3, 18(DI)
	MOVW   BX, 34(DI)
	RET

portable:
	JMP ·encodePortable(SB)

// func cpuHasSSSE3() bool
TEXT ·cpuHasSSSE3(SB), NOSPLIT, $0-1
	MOVL $1, AX
	CPUID // clobbers AX, BX, CX and DX
	SHRL $9, CX
	ANDL $1, CX
	MOVB CX, ret+0(FP)
	RET
