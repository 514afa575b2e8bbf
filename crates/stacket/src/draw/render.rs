//! A picture of a structure: SVG, seen from a little above, with shadows and the marked contacts.

use std::fmt::Write;

use rapier3d_f64::math::Vector;

use crate::draw::faces::{Face, faces};
use crate::draw::order::{Fragment, back_to_front};
use crate::geometry::pose::Standing;
use crate::geometry::touch::Touch;
use crate::pieces::boxes::{PieceBox, PieceId};

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 700.0;

/// Where the picture is taken from: turned about the vertical and tilted down.
struct Camera {
    right: Vector,
    up: Vector,
    /// Towards the eye.
    near: Vector,
    scale: f64,
    middle: [f64; 2],
}

impl Camera {
    fn new(faces: &[Face]) -> Camera {
        let (yaw, tilt) = (0.6f64, 0.38f64);
        let near = Vector::new(yaw.sin() * tilt.cos(), tilt.sin(), yaw.cos() * tilt.cos());
        let right = Vector::new(yaw.cos(), 0.0, -yaw.sin());
        let up = near.cross(right);
        let mut camera = Camera { right, up, near, scale: 1.0, middle: [0.0; 2] };
        let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
        for p in faces.iter().flat_map(|face| &face.corners) {
            let at = [p.dot(right), p.dot(up)];
            for i in 0..2 {
                low[i] = low[i].min(at[i]);
                high[i] = high[i].max(at[i]);
            }
        }
        camera.middle = [0, 1].map(|i| (low[i] + high[i]) / 2.0);
        camera.scale = (WIDTH * 0.72 / (high[0] - low[0])).min(HEIGHT * 0.78 / (high[1] - low[1])).min(170.0);
        camera
    }

    fn at(&self, p: Vector) -> [f64; 2] {
        let x = WIDTH / 2.0 + (p.dot(self.right) - self.middle[0]) * self.scale;
        let y = HEIGHT / 2.0 - (p.dot(self.up) - self.middle[1]) * self.scale;
        [x, y]
    }

    fn path(&self, corners: impl Iterator<Item = Vector>) -> String {
        let points = corners.map(|p| self.at(p)).map(|[x, y]| format!("{x:.1},{y:.1}"));
        points.collect::<Vec<_>>().join(" ")
    }
}

/// Draws a structure; `marked` is the piece that was placed last.
pub fn svg(set: &PieceBox, structure: &[Standing], touches: &[Touch], marked: Option<PieceId>) -> String {
    let faces = faces(set, structure);
    let camera = Camera::new(&faces);
    let mut out = String::new();
    let _ = write!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">
<defs><radialGradient id="g" cx="50%" cy="38%" r="80%"><stop offset="0" stop-color="#fdf8ee"/><stop offset="1" stop-color="#e3d6bf"/></radialGradient>
<filter id="b"><feGaussianBlur stdDeviation="5"/></filter><filter id="s"><feGaussianBlur stdDeviation="2"/></filter></defs>
<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#g)"/>
"##
    );
    shadows(&mut out, &camera, &faces, 0.0, "b");
    out += "<g stroke-linejoin=\"round\" stroke-linecap=\"round\">\n";
    let height = |face: &Face| face.corners.iter().map(|p| p.y).fold(f64::MIN, f64::max);
    let is_top = |face: &Face| face.piece.is_none() && face.normal.y > 0.999;
    let ground = (0..faces.len()).find(|n| is_top(&faces[*n])).unwrap_or(0);
    let parts = back_to_front(&faces, ground, camera.near);
    let last_of_ground = parts.iter().rposition(|part| is_top(&faces[part.face]));
    for (n, part) in parts.iter().enumerate() {
        let face = &faces[part.face];
        if face.normal.dot(camera.near) > 1e-6 {
            draw(&mut out, &camera, part, face, marked);
        }
        if Some(n) == last_of_ground {
            shadows_on_the_base(&mut out, &camera, &faces, height(face), is_top);
        }
    }
    out += "</g>\n";
    contacts(&mut out, &camera, touches);
    legend(&mut out, set, structure, marked);
    out += "</svg>\n";
    out
}

/// A part of a face, and those of its edges that are edges of the wood.
fn draw(out: &mut String, camera: &Camera, part: &Fragment, face: &Face, marked: Option<PieceId>) {
    let (fill, edge) = wood(face, marked);
    let path = camera.path(part.corners.iter().map(|(p, _)| *p));
    let _ = writeln!(out, r#"<polygon points="{path}" fill="{fill}" stroke="{fill}" stroke-width="0.6"/>"#);
    let next = part.corners.iter().cycle().skip(1);
    let edges: String = part
        .corners
        .iter()
        .zip(next)
        .filter(|((_, is_edge), _)| *is_edge)
        .map(|((a, _), (b, _))| {
            let ([x, y], [to_x, to_y]) = (camera.at(*a), camera.at(*b));
            format!("M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}")
        })
        .collect();
    if !edges.is_empty() {
        let _ = writeln!(out, r#"<path d="{edges}" stroke="{edge}" stroke-width="0.9"/>"#);
    }
}

/// Every face above a level plane thrown onto it along the light.
fn shadows(out: &mut String, camera: &Camera, faces: &[Face], level: f64, blur: &str) {
    let light = Vector::new(0.45, -1.0, -0.25);
    let _ = writeln!(out, r##"<g fill="#3d2f1c" opacity="0.22" filter="url(#{blur})">"##);
    let is_above = |face: &&Face| face.normal.y > 0.0 && face.corners.iter().all(|p| p.y > level + 1e-3);
    for face in faces.iter().filter(is_above) {
        let thrown = face.corners.iter().map(|p| *p + light * (p.y - level));
        let _ = writeln!(out, r#"<polygon points="{}"/>"#, camera.path(thrown));
    }
    *out += "</g>\n";
}

fn shadows_on_the_base(
    out: &mut String,
    camera: &Camera,
    faces: &[Face],
    level: f64,
    is_top: impl Fn(&Face) -> bool,
) {
    *out += r#"<clipPath id="top">"#;
    for face in faces.iter().filter(|face| is_top(face)) {
        let _ = write!(out, r#"<polygon points="{}"/>"#, camera.path(face.corners.iter().copied()));
    }
    *out += "</clipPath><g clip-path=\"url(#top)\">\n";
    shadows(out, camera, faces, level, "s");
    *out += "</g>\n";
}

/// The colours of a face and its edges: wood, lighter where it meets the light.
fn wood(face: &Face, marked: Option<PieceId>) -> (String, String) {
    let light = Vector::new(-0.35, 0.85, 0.4).normalize();
    let shade = 0.62 + 0.38 * face.normal.dot(light).max(0.0);
    let [r, g, b] = match face.piece {
        None => [150.0, 108.0, 70.0],
        piece if piece == marked => [226.0, 160.0, 74.0],
        // Neighbouring numbers differ in tone, so that pieces can be told apart.
        Some(id) => {
            let tone = f64::from(id.0 * 7 % 5) * 7.0;
            [206.0 + tone, 172.0 + tone, 124.0 + tone]
        }
    };
    let rgb = |k: f64| {
        let [r, g, b] = [r, g, b].map(|c: f64| (c * k).clamp(0.0, 255.0) as u8);
        format!("#{r:02x}{g:02x}{b:02x}")
    };
    (rgb(shade), rgb(shade * 0.8))
}

/// A dot at each patch where two pieces touch; hollow where nobody can see it.
fn contacts(out: &mut String, camera: &Camera, touches: &[Touch]) {
    for touch in touches {
        let patches = touch.spots.iter().map(|spot| spot.patch).max().map_or(0, |last| last + 1);
        for patch in 0..patches {
            let mut sum = Vector::ZERO;
            let mut count = 0.0;
            for spot in touch.spots.iter().filter(|spot| spot.patch == patch) {
                sum += Vector::from_array(spot.at);
                count += 1.0;
            }
            if count > 0.0 {
                let [x, y] = camera.at(sum / count);
                let fill = if touch.seen { "#1f8a5b" } else { "none" };
                let _ = writeln!(
                    out,
                    r##"<circle cx="{x:.1}" cy="{y:.1}" r="4.5" fill="{fill}" stroke="#125c3b" stroke-width="1.5"/>"##
                );
            }
        }
    }
}

fn legend(out: &mut String, set: &PieceBox, structure: &[Standing], marked: Option<PieceId>) {
    let pieces = match structure.len() {
        0 => "the base alone".to_owned(),
        1 => "1 piece".to_owned(),
        n => format!("{n} pieces"),
    };
    let last = marked.map(|id| format!(", last {}", escape(set.name(Some(id))))).unwrap_or_default();
    let _ = writeln!(
        out,
        r##"<text x="24" y="40" font-size="20" fill="#4a3c28">{pieces}{last}</text>
<text x="24" y="{y}" font-size="14" fill="#4a3c28">green dots: contacts that can be seen; rings: hidden ones</text>"##,
        y = HEIGHT - 22.0
    );
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
