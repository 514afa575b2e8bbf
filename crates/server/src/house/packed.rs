//! A text that many ask for: packed once, shared by all who read it, and unpacked piece by piece for the few programs
//! that do not take it packed.

use axum::body::Bytes;
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use serde::Serialize;
use std::io::{BufWriter, Cursor, Read as _, Write};

/// The most bytes handed on at once.
const PIECE: usize = 16 * 1024;

/// A packed text; a copy of it costs nothing.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    bytes: Bytes,
    /// How many bytes it has when it is unpacked.
    plain: u64,
}

impl Packed {
    /// Packs the JSON of a value as it is written, so that the whole of it is never in memory.
    pub(crate) fn json(value: &impl Serialize) -> Self {
        Self::written(|text| serde_json::to_writer(text, value).expect("what is told has a JSON form"))
    }

    /// Packs a text.
    pub(crate) fn text(text: &str) -> Self {
        Self::written(|packer| packer.write_all(text.as_bytes()).expect("memory takes what is written"))
    }

    fn written(write: impl FnOnce(&mut BufWriter<Counted>)) -> Self {
        let counted = Counted { packer: GzEncoder::new(Vec::new(), Compression::fast()), plain: 0 };
        let mut text = BufWriter::with_capacity(PIECE, counted);
        write(&mut text);
        let Counted { packer, plain } =
            text.into_inner().map_err(drop).expect("memory takes what is written");
        Self { bytes: packer.finish().expect("memory takes what is written").into(), plain }
    }

    /// How many bytes it has.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// It piece by piece, packed or not.
    pub(crate) fn pieces(&self, is_packed: bool) -> Pieces {
        let bytes = self.bytes.clone();
        match is_packed {
            true => Pieces::Packed(bytes),
            false => Pieces::Plain(Box::new(GzDecoder::new(Cursor::new(bytes))), self.plain),
        }
    }
}

/// Packs what is written, and counts it.
struct Counted {
    packer: GzEncoder<Vec<u8>>,
    plain: u64,
}

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.packer.write(bytes)?;
        self.plain += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.packer.flush()
    }
}

/// A packed text on its way to one reader; of one that is unpacked it is known how much is still to come.
pub(crate) enum Pieces {
    Packed(Bytes),
    Plain(Box<GzDecoder<Cursor<Bytes>>>, u64),
}

impl Pieces {
    /// How many bytes are still to come.
    pub(crate) fn left(&self) -> u64 {
        match self {
            Self::Packed(rest) => rest.len() as u64,
            Self::Plain(_, left) => *left,
        }
    }
}

impl Iterator for Pieces {
    type Item = std::io::Result<Bytes>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Packed(rest) if rest.is_empty() => None,
            Self::Packed(rest) => Some(Ok(rest.split_to(rest.len().min(PIECE)))),
            Self::Plain(unpacker, left) => {
                let mut piece = Vec::with_capacity(PIECE);
                let read = unpacker.take(PIECE as u64).read_to_end(&mut piece);
                *left -= piece.len() as u64;
                match read {
                    Ok(0) => None,
                    read => Some(read.map(|_| piece.into())),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_out_as_it_went_in_and_in_small_pieces() {
        let text: Vec<u32> = (0..30_000).map(|n: u32| n.wrapping_mul(0x9e37_79b9)).collect();
        let packed = Packed::json(&text);
        for is_packed in [true, false] {
            let length = packed.pieces(is_packed).left() as usize;
            let pieces: Vec<Bytes> = packed.pieces(is_packed).map(Result::unwrap).collect();
            assert_eq!(pieces.iter().map(Bytes::len).sum::<usize>(), length);
            assert!(pieces.len() > 1 && pieces.iter().all(|piece| piece.len() <= PIECE));
            let whole = pieces.concat();
            let mut plain = String::new();
            match is_packed {
                true => drop(GzDecoder::new(&whole[..]).read_to_string(&mut plain).unwrap()),
                false => plain = String::from_utf8(whole).unwrap(),
            }
            assert_eq!(serde_json::from_str::<Vec<u32>>(&plain).unwrap(), text);
        }
    }
}
