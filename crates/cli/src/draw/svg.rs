pub(crate) fn tree(_tree: &zug::Tree) -> String { todo!() }
