import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** JavaScript that a page needs before it shows its first message; bytes, gzipped. */
const most = 180_000

/** Fails the build when the first page has become too heavy: what it does without is imported with `later`. */
export function budget(): Plugin {
  return {
    name: 'budget',
    generateBundle(_options, bundle) {
      const needed = new Set<string>()
      const need = (file: string) => {
        const chunk = bundle[file]
        if (chunk?.type !== 'chunk' || needed.has(file)) return
        needed.add(file)
        chunk.imports.forEach(need)
      }
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) need(chunk.fileName)
      const sizes = [...needed].map((file) => {
        const chunk = bundle[file]
        return chunk?.type === 'chunk' ? gzipSync(chunk.code).length : 0
      })
      const size = sizes.reduce((sum, one) => sum + one, 0)
      if (size > most) this.error(`The first page takes ${size} bytes of JavaScript, gzipped, of at most ${most}.`)
      this.info(`The first page takes ${size} bytes of JavaScript, gzipped, of at most ${most}.`)
    },
  }
}
