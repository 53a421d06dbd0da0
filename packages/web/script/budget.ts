import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** The most JavaScript that a page may need for its first paint, in bytes, gzipped. */
const maxBytes = 149_000

/** Fails the build when the first paint needs too much JavaScript. Use `lazyComponent` for what it does not need. */
export function budget(): Plugin {
  return {
    name: 'budget',
    generateBundle(_options, bundle) {
      const initial = new Set<string>()
      const addWithImports = (file: string) => {
        const chunk = bundle[file]
        if (chunk?.type !== 'chunk' || initial.has(file)) return
        initial.add(file)
        chunk.imports.forEach(addWithImports)
      }
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.isEntry) addWithImports(chunk.fileName)
      const sizes = [...initial].map((file) => {
        const chunk = bundle[file]
        return chunk?.type === 'chunk' ? gzipSync(chunk.code).length : 0
      })
      const total = sizes.reduce((sum, size) => sum + size, 0)
      const text = `The first page takes ${total} bytes of JavaScript, gzipped, of at most ${maxBytes}.`
      if (total > maxBytes) this.error(text)
      this.info(text)
    },
  }
}
