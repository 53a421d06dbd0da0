/** Writes (or only checks) the files that are made from declarations. Answers the exit code. */
export async function generate(_check: boolean): Promise<number> {
  return 0
}
