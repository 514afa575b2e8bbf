//! Pictures of a strategy: what it does with its first two cards, and how it answers a first Bid.

use std::fmt::Write;

use crate::{
    private::Privates,
    public::{HIGH, Public},
    rows::{CALL, PASS},
    strategy::{Strategy, WHOLE},
};

/// What a private state does: its name, and the share of each kind of action.
struct Bar {
    name: String,
    shares: Vec<f64>,
}

/// The kinds of action in a picture, with their colours.
const KINDS: [(&str, &str); 5] =
    [("fold", "#b8b8b8"), ("call", "#d1495b"), ("truth", "#2e8b57"), ("lie", "#edae49"), ("99", "#6a4c93")];

impl Strategy {
    fn bars(&self, privates: &Privates, public: &Public) -> Vec<Bar> {
        let Some((row, weights)) = self.row(public) else { return Vec::new() };
        let after = privates.after(public.cards[public.mover()], public.doubled[public.mover()]);
        let mut bars = Vec::new();
        for (place, state) in after.states.iter().enumerate() {
            let hand =
                state.hand.iter().flatten().map(|kind| self.deck.values[usize::from(*kind)].to_string());
            let name = hand.collect::<Vec<_>>().join(" and ");
            let mut shares = vec![0.0; KINDS.len()];
            for action in 0..row.actions() {
                let kind = match (action, row.choice_of(action)) {
                    (PASS, _) => 0,
                    (CALL, _) => 1,
                    (_, Some((_, HIGH))) => 4,
                    (_, Some((choice, class))) => {
                        let played = match choice {
                            0 => &state.hand[..1],
                            1 => &state.hand[1..],
                            _ => &state.hand[..],
                        };
                        let worth = played.iter().flatten().map(|kind| self.deck.values[usize::from(*kind)]);
                        if state.sum + worth.sum::<i32>() == i32::from(class) { 2 } else { 3 }
                    }
                    _ => continue,
                };
                shares[kind] += f64::from(weights[action * row.states + place]) / f64::from(WHOLE);
            }
            bars.push(Bar { name, shares });
        }
        bars
    }

    /// How the opener plays each first hand.
    pub fn opening_picture(&self, privates: &Privates) -> String {
        let bars = self.bars(privates, &Public::new(self.rows.memory));
        picture("The opener's first turn, by hand", &bars)
    }

    /// How the second seat answers a first Bid on one card.
    pub fn answer_picture(&self, privates: &Privates, bid: u8) -> String {
        let public = Public::new(self.rows.memory).after(&self.deck, false, bid);
        picture(&format!("The answer to one card and a Bid of {bid}, by hand"), &self.bars(privates, &public))
    }
}

fn picture(title: &str, bars: &[Bar]) -> String {
    let height = 70 + 22 * bars.len();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"640\" height=\"{height}\" fill=\"#fff\"/>\n<text x=\"16\" y=\"24\" font-size=\"16\">{title}</text>\n"
    );
    let mut put = |text: std::fmt::Arguments<'_>| out.write_fmt(text).expect("text can always grow");
    for (n, (name, colour)) in KINDS.iter().enumerate() {
        let x = 120 + 90 * n;
        put(format_args!("<rect x=\"{x}\" y=\"36\" width=\"12\" height=\"12\" fill=\"{colour}\"/>"));
        put(format_args!("<text x=\"{}\" y=\"47\">{name}</text>\n", x + 17));
    }
    for (n, bar) in bars.iter().enumerate() {
        let y = 60 + 22 * n;
        put(format_args!("<text x=\"104\" y=\"{}\" text-anchor=\"end\">{}</text>", y + 14, bar.name));
        let mut x = 120.0;
        for (share, (_, colour)) in bar.shares.iter().zip(KINDS) {
            let width = 500.0 * share;
            if width > 0.0 {
                put(format_args!(
                    "<rect x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"18\" fill=\"{colour}\"/>"
                ));
            }
            x += width;
        }
        put(format_args!("\n"));
    }
    out.push_str("</svg>\n");
    out
}
