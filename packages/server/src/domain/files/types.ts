import { binaryTypes, textTypes } from './typeTable.ts'

/** What a file is called by its type. */
export interface FileType {
  filetype: string
  prettyType: string
  mimetype: string
  isSnippet: boolean
}

const texts = textTypes.map(([filetype, prettyType, endings = filetype]) => {
  const mimetype = filetype === 'csv' ? 'text/csv' : 'text/plain'
  return { filetype, prettyType, mimetype, isSnippet: true, endings: endings.split(' ') }
})
const others = binaryTypes.map(([filetype, prettyType, mimetype, endings = filetype]) => {
  return { filetype, prettyType, mimetype, isSnippet: false, endings: endings.split(' ') }
})
const types = [...texts, ...others]
const byEnding: ReadonlyMap<string, FileType> = new Map(
  types.flatMap((type) => type.endings.map((ending) => [ending, type] as const)),
)
const snippetTypes: ReadonlyMap<string, FileType> = new Map(texts.map((type) => [type.filetype, type]))
const unknownType = { prettyType: 'Binary', mimetype: 'application/octet-stream', isSnippet: false }

/** [FIL-6] What a browser may show inline, as its own type or as plain text. Nothing that can contain a script. */
const shownImages: ReadonlySet<string> = new Set(['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'])
const shownAsText: ReadonlySet<string> = new Set(['csv', 'json', 'log', 'md', 'txt', 'yaml', 'yml'])

/** [FIL-6] The type of a file follows from its name, or from the `snippet_type` that it was uploaded as; never from its bytes. */
export function fileTypeOf({ name, snippet_type: given }: { name: string; snippet_type: string | null }): FileType {
  const ending = endingOf(name)
  return (
    snippetTypes.get(given ?? '') ??
    byEnding.get(ending) ?? {
      ...unknownType,
      filetype: ending || 'binary',
      prettyType: ending.toUpperCase() || 'Binary',
    }
  )
}

/** The `filetype` of a snippet as it is named or as its files end, such as `python` or `py`. Undefined if there is none. */
export function snippetTypeOf(given: string): string | undefined {
  const named = given.toLowerCase()
  const type = snippetTypes.get(named) ?? byEnding.get(named)
  return type?.isSnippet ? type.filetype : undefined
}

/** The ending of a name in small letters, '' without one. */
export function endingOf(name: string): string {
  return /\.([A-Za-z0-9]{1,11})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** The types by which files can be listed. */
export const fileGroups = ['all', 'spaces', 'snippets', 'images', 'gdocs', 'zips', 'pdfs'] as const
export type FileGroup = (typeof fileGroups)[number]

export function isFileGroup(given: string): given is FileGroup {
  return fileGroups.some((group) => group === given)
}

/** The endings of the files of a group. There are no posts and no documents of Google here. */
export function endingsOfGroup(group: Exclude<FileGroup, 'all'>): string[] {
  const isIn = {
    spaces: () => false,
    gdocs: () => false,
    snippets: (type: FileType) => type.isSnippet,
    images: (type: FileType) => type.mimetype.startsWith('image/'),
    zips: (type: FileType) => type.filetype === 'zip',
    pdfs: (type: FileType) => type.filetype === 'pdf',
  }[group]
  return types.filter(isIn).flatMap(({ endings }) => endings)
}

/** The media type with which a browser shows a file inline, by the ending of its name alone. Undefined if it may only be downloaded. */
export function inlineTypeOf(name: string): string | undefined {
  const ending = endingOf(name)
  if (isImage(name)) return byEnding.get(ending)?.mimetype
  return shownAsText.has(ending) ? 'text/plain; charset=utf-8' : undefined
}

export function isImage(name: string): boolean {
  return shownImages.has(byEnding.get(endingOf(name))?.mimetype ?? '')
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
