//! A structure in text: from the side and from above, each piece by a letter.

use std::fmt::Write;

use rapier3d_f64::math::Vector;

use crate::draw::faces::{Face, faces};
use crate::geometry::pose::Standing;
use crate::pieces::boxes::{PieceBox, PieceId};

/// Columns a unit; a row is twice as high as a column is wide.
const COLUMNS: f64 = 8.0;
const WIDTH: usize = 41;

/// From where one looks.
#[derive(Clone, Copy)]
enum From {
    Front,
    Above,
}

/// The letter a piece is drawn with; the base is `=`.
pub(crate) fn letter(piece: Option<PieceId>) -> char {
    piece.map_or('=', |id| char::from_digit(10 + u32::from(id.0) % 26, 36).unwrap_or('?'))
}

/// Side and top view beside each other, lowest row at the table.
pub(crate) fn sketch(set: &PieceBox, structure: &[Standing]) -> String {
    let faces = faces(set, structure);
    let top = faces.iter().flat_map(|face| &face.corners).map(|p| p.y).fold(0.0, f64::max);
    let side_rows = ((top * COLUMNS / 2.0).ceil() as usize).clamp(2, 40);
    let top_rows = WIDTH / 2 + 1;
    let side = draw(&faces, From::Front, side_rows);
    let above = draw(&faces, From::Above, top_rows);
    let mut text = format!("{:WIDTH$}   from above\n", "from the front");
    let rows = side_rows.max(top_rows);
    for row in 0..rows {
        let side =
            (row + side_rows).checked_sub(rows).and_then(|row| side.get(row)).map_or("", String::as_str);
        let above =
            (row + top_rows).checked_sub(rows).and_then(|row| above.get(row)).map_or("", String::as_str);
        let _ = writeln!(text, "{}", format!("{side:WIDTH$}   {above}").trim_end());
    }
    let _ = writeln!(text, "{}", "-".repeat(WIDTH));
    let named = structure.iter().map(|s| format!("{} {}", letter(Some(s.piece)), set.name(Some(s.piece))));
    let named: Vec<String> = named.collect();
    if !named.is_empty() {
        let _ = writeln!(text, "{}", named.join(", "));
    }
    text
}

/// Fills a grid with the letters of the nearest faces.
fn draw(faces: &[Face], from: From, rows: usize) -> Vec<String> {
    let mut grid = vec![vec![(f64::NEG_INFINITY, ' '); WIDTH]; rows];
    for face in faces {
        let (right, up, near) = match from {
            From::Front => (Vector::X, Vector::Y, Vector::Z),
            From::Above => (Vector::X, -Vector::Z, Vector::Y),
        };
        let facing = face.normal.dot(near);
        if facing < 1e-6 {
            continue;
        }
        let flat: Vec<[f64; 2]> = face.corners.iter().map(|p| [p.dot(right), p.dot(up)]).collect();
        let offset = face.normal.dot(face.corners[0]);
        for (row, line) in grid.iter_mut().enumerate() {
            let v = match from {
                From::Front => (rows - row) as f64 - 0.5,
                From::Above => rows as f64 / 2.0 - row as f64 - 0.5,
            } * 2.0
                / COLUMNS;
            for (column, cell) in line.iter_mut().enumerate() {
                let u = (column as f64 + 0.5 - WIDTH as f64 / 2.0) / COLUMNS;
                if !holds(&flat, [u, v]) {
                    continue;
                }
                let on_plane = right * u + up * v;
                let depth = (offset - face.normal.dot(on_plane)) / facing;
                if depth > cell.0 {
                    *cell = (depth, letter(face.piece));
                }
            }
        }
    }
    grid.into_iter().map(|line| line.into_iter().map(|(_, letter)| letter).collect()).collect()
}

/// Whether a convex polygon holds a point, whichever way round it goes.
fn holds(polygon: &[[f64; 2]], [u, v]: [f64; 2]) -> bool {
    let side = |i: usize| {
        let [a, b] = [polygon[i], polygon[(i + 1) % polygon.len()]];
        (b[0] - a[0]) * (v - a[1]) - (b[1] - a[1]) * (u - a[0])
    };
    let sides = || (0..polygon.len()).map(side);
    sides().all(|s| s >= -1e-9) || sides().all(|s| s <= 1e-9)
}
