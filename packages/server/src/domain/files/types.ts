const types: Record<string, string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  csv: 'text/csv',
  htm: 'text/html',
  html: 'text/html',
  json: 'application/json',
  log: 'text/plain',
  md: 'text/markdown',
  txt: 'text/plain',
  xml: 'application/xml',
  yaml: 'text/yaml',
  yml: 'text/yaml',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  wav: 'audio/wav',
  webm: 'video/webm',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gz: 'application/gzip',
  pdf: 'application/pdf',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
}
/** [FIL-6] What a browser may show inline, as its own type or as plain text. Nothing that can contain a script. */
const shownImages: ReadonlySet<string> = new Set(['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'])
const shownAsText: ReadonlySet<string> = new Set([
  'text/csv',
  'text/markdown',
  'text/plain',
  'text/yaml',
  'application/json',
])

/** The type of a file depends on its name alone, whatever its bytes or its uploader say. */
export function fileTypeOf(name: string): { extension: string; mimetype: string } {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return { extension, mimetype: types[extension] ?? 'application/octet-stream' }
}

/** The media type with which a file is shown inline. Undefined if it may only be downloaded. */
export function inlineTypeOf(name: string): string | undefined {
  const { mimetype } = fileTypeOf(name)
  if (shownImages.has(mimetype)) return mimetype
  return shownAsText.has(mimetype) ? 'text/plain; charset=utf-8' : undefined
}

export function isImage(name: string): boolean {
  return shownImages.has(fileTypeOf(name).mimetype)
}

/** Makes a name safe to show and to save under: without slashes, control characters and marks that change direction. */
export function cleanFileName(given: string): string {
  const name = given
    .toWellFormed()
    .replace(/[\p{Cc}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu, '')
    .replace(/[/\\]/g, '_')
    .trim()
  return /^\.*$/.test(name) ? 'file' : name
}
