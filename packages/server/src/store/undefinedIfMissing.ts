/** For `catch`: a file or a directory may be missing, and nothing else may go wrong. */
export function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
