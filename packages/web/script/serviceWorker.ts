import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/** Fonts of other scripts are kept when they are first used. */
const isKept = (path: string) => /\.(js|css)$/.test(path) || /-latin-wght-normal-[\w-]+\.woff2$/.test(path)

const newMessage = 'There is a new message for you.'
const german: Record<string, unknown> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../src/words/de.json'), 'utf8'),
)

/** Writes `sw.js`, which knows the files of this build. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const files = Object.keys(bundle).filter(isKept)
      const shellFiles = [...files.toSorted(), 'theme.js', 'mark.svg', 'manifest.webmanifest', 'icon-192.png']
      const built = await build({
        configFile: false,
        logLevel: 'error',
        root: join(import.meta.dirname, '..'),
        define: {
          shellFiles: JSON.stringify(shellFiles.map((path) => `/${path}`)),
          newMessageIn: JSON.stringify({ en: newMessage, de: german[newMessage] }),
        },
        publicDir: false,
        build: {
          write: false,
          target: ['chrome123', 'firefox121', 'safari17.5'],
          rolldownOptions: { input: 'worker/serviceWorker.ts', output: { format: 'iife', entryFileNames: 'sw.js' } },
        },
      })
      const [output] = [built].flat()
      const [chunk] = output && 'output' in output ? output.output : []
      if (!chunk || !('code' in chunk)) return this.error('There is no service worker.')
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: chunk.code })
    },
  }
}
