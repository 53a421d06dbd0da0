/**
 * What the build contains: the command and a server in the process of a test, each loaded when it is called. The build is a
 * CommonJS script, so there is no `await` outside of a function.
 */
export async function runCommand(argv: string[]): Promise<void> {
  const { run } = await import('#cli/command')
  await run(argv)
}

export function loadInProcess() {
  return import('#server/inProcess/start')
}
