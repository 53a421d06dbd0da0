import type { TextField as TextElement } from '@rivulet/blocks/types'
import type { UploadLimits } from '#files/uploads.ts'
import { plural, t } from '#words/t.ts'

/** What the server accepts for one file input. */
const defaultMaxFiles = 10
const maxBytes = 10 * 1024 * 1024

/** The limits that a file input sets for uploads. */
export function uploadLimitsOf({ filetypes = [], max_files: maxFiles = defaultMaxFiles }: TextElement): UploadLimits {
  const types = filetypes.map(normalizeFileType)
  return {
    maxFiles,
    tooManyText: plural(maxFiles, 'One file at most.', '{count} files at most.'),
    refuse: ({ name, size }) => {
      const type = normalizeFileType(/\.([a-z0-9]+)$/i.exec(name)?.[1] ?? '')
      if (types.length > 0 && !types.includes(type))
        return t('{name} is not one of {filetypes}.', { name, filetypes: formatFileTypes(filetypes) })
      return size > maxBytes ? t('{name} is larger than 10 MB.', { name }) : undefined
    },
  }
}

/** The limits as a line of text: `PNG, TXT, up to 2 files, 10 MB each`. */
export function describeFileRules({ filetypes = [] }: TextElement, maxFiles: number): string {
  const files = plural(maxFiles, 'one file, 10 MB at most', 'up to {count} files, 10 MB each')
  const types = filetypes.length > 0 ? `${formatFileTypes(filetypes)}, ` : ''
  const text = types + files
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** The `accept` attribute of the browser's file chooser. */
export function acceptAttributeOf({ filetypes }: TextElement): string | undefined {
  const types = filetypes?.map(normalizeFileType).flatMap((type) => (type === 'jpg' ? ['.jpg', '.jpeg'] : `.${type}`))
  return types?.length ? types.join() : undefined
}

function formatFileTypes(filetypes: readonly string[]): string {
  return filetypes.map((type) => type.replace(/^\./, '').toUpperCase()).join(', ')
}

/** The server compares file types in the same form. */
function normalizeFileType(fileType: string): string {
  const type = fileType.toLowerCase().replace(/^\./, '')
  return type === 'jpeg' ? 'jpg' : type
}
