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
/** [FIL-6] What a browser may show by itself: as what it says, or as plain text. Nothing that can hold a script. */
const shownImages = new Set(['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'])
const shownAsText = new Set(['text/csv', 'text/markdown', 'text/plain', 'text/yaml', 'application/json'])

/** What a file is follows from its name alone, whatever its bytes or its sender say. */
export function kindOf(name: string): { extension: string; mimetype: string } {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return { extension, mimetype: types[extension] ?? 'application/octet-stream' }
}

/** As what a file is served to be looked at; undefined: only to be saved. */
export function shownAs(name: string): string | undefined {
  const { mimetype } = kindOf(name)
  if (shownImages.has(mimetype)) return mimetype
  return shownAsText.has(mimetype) ? 'text/plain; charset=utf-8' : undefined
}

export function isImage(name: string): boolean {
  return shownImages.has(kindOf(name).mimetype)
}

/** A name to be shown and saved under: of one folder, without what turns the direction of writing round. */
export function cleanName(given: string): string {
  const name = given
    .toWellFormed()
    .replace(/[\p{Cc}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu, '')
    .replace(/[/\\]/g, '_')
    .trim()
  return /^\.*$/.test(name) ? 'file' : name
}
