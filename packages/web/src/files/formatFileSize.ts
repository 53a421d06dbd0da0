const units = ['bytes', 'KB', 'MB', 'GB']

/** Formats a number of bytes for people: `3.4 MB`. */
export function formatFileSize(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const size = bytes / 1000 ** step
  return `${step > 0 && size < 10 ? size.toFixed(1) : Math.round(size)} ${bytes === 1 ? 'byte' : units[step]}`
}
