//! SHA-256 of short messages, for the checksum of seed phrases.
//!
//! A phrase has at most 32 bytes of entropy, so one block is all there is to
//! hash, and no crate is needed for it (FIPS 180-4).

use crate::steps;

/// The most bytes that fit in one block with their padding.
const MAX: usize = 55;

#[rustfmt::skip]
const K: [u32; 64] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
];

const START: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// The first byte of the hash of `message`, or `None` when it does not fit in
/// one block.
pub(crate) fn first_byte(message: &[u8]) -> Option<u8> {
    steps::count(64);
    if message.len() > MAX {
        return None;
    }
    let mut block = [0_u8; 64];
    for (to, from) in block.iter_mut().zip(message.iter().chain(&[0x80])) {
        *to = *from;
    }
    let bits = u16::try_from(message.len() * 8).ok()?.to_be_bytes();
    for (to, from) in block.iter_mut().skip(62).zip(bits) {
        *to = from;
    }
    let [first, ..] = compress(&block);
    first.to_be_bytes().first().copied()
}

#[expect(clippy::many_single_char_names, reason = "the names of the standard")]
fn compress(block: &[u8; 64]) -> [u32; 8] {
    let mut w = [0_u32; 64];
    for (word, bytes) in w.iter_mut().zip(block.chunks(4)) {
        *word = bytes
            .iter()
            .fold(0, |word, byte| word << 8 | u32::from(*byte));
    }
    let at = |w: &[u32; 64], at: usize| w.get(at).copied().unwrap_or(0);
    for t in 16..64 {
        let (a, b) = (at(&w, t - 15), at(&w, t - 2));
        let s0 = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
        let s1 = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
        let sum = at(&w, t - 16)
            .wrapping_add(s0)
            .wrapping_add(at(&w, t - 7))
            .wrapping_add(s1);
        if let Some(word) = w.get_mut(t) {
            *word = sum;
        }
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = START;
    for (k, word) in K.iter().zip(w) {
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = e & f ^ !e & g;
        let one = h
            .wrapping_add(s1)
            .wrapping_add(choice)
            .wrapping_add(*k)
            .wrapping_add(word);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = a & b ^ a & c ^ b & c;
        let two = s0.wrapping_add(majority);
        (h, g, f, e) = (g, f, e, d.wrapping_add(one));
        (d, c, b, a) = (c, b, a, one.wrapping_add(two));
    }
    let mut sum = START;
    for (to, from) in sum.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *to = to.wrapping_add(from);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_begin_as_the_standard_says() {
        // The examples of the standard: `abc`, and the empty message.
        assert_eq!(first_byte(b"abc"), Some(0xba));
        assert_eq!(first_byte(b""), Some(0xe3));
        // All zero entropy of 16 and 32 bytes: published test phrases end in
        // `about` (0x3 of four bits) and `art` (0x66 of eight).
        assert_eq!(first_byte(&[0; 16]).map(|byte| byte >> 4), Some(3));
        assert_eq!(first_byte(&[0; 32]), Some(0x66));
        assert_eq!(first_byte(&[0; 56]), None);
    }
}
