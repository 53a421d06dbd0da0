/**
 * Writes to standard output, and waits until it is taken, so that a slow reader does not fill the memory. Where the reader
 * is gone, as with `| head`, nobody wants more: the process ends, and that is no failure.
 */
export async function writeOutput(text: string): Promise<void> {
  if (!process.stdout.write(text)) await new Promise<void>((taken) => process.stdout.once('drain', taken))
}

/** Ends the process when the reader of its output has gone. Any other failure to write is one. */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  process.stderr.on('error', () => {})
}
