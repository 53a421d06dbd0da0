import { expect, test } from 'vitest'
import { endingsOfGroup, fileTypeOf } from './types.ts'

test('[FIL-6, FIL-15] a file that a list finds by its ending has a type of that group', () => {
  for (const group of ['snippets', 'images', 'zips', 'pdfs'] as const)
    for (const ending of endingsOfGroup(group)) {
      const { isSnippet, mimetype, filetype } = fileTypeOf({ name: `a.${ending}`, snippet_type: null })
      const isOfGroup = {
        snippets: isSnippet,
        images: mimetype.startsWith('image/'),
        zips: filetype === 'zip',
        pdfs: filetype === 'pdf',
      }
      expect([ending, isOfGroup[group]]).toEqual([ending, true])
    }
})
