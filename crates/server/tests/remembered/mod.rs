//! What all stores of these tests have in common: they take writes in their own ways, and remember the rest in `memory`.

/// The part of a `Journal` that is the memory's.
macro_rules! remembered {
    () => {
        fn read(
            &self,
            table: journal::TableId,
            after: journal::Seq,
            limit: usize,
            done: journal::Done<journal::Page>,
        ) {
            self.memory.read(table, after, limit, done);
        }

        fn list(
            &self,
            which: journal::Which,
            after: Option<journal::TableId>,
            limit: usize,
            done: journal::Done<Vec<journal::Head>>,
        ) {
            self.memory.list(which, after, limit, done);
        }

        fn forget(&self, table: journal::TableId, done: journal::Done<()>) {
            self.memory.forget(table, done);
        }

        fn watch(&self, table: journal::TableId, tell: journal::Tell) -> journal::Watch {
            self.memory.watch(table, tell)
        }
    };
}

pub(crate) use remembered;
