pub(crate) fn run(_: &crate::arguments::PlayArguments) -> anyhow::Result<()> {
    todo!()
}
