import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budget } from './script/budget.ts'

const server = 'http://127.0.0.1:7070'
const passedOn = ['/api', '/session', '/control', '/sign-in']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), budget()],
  // One ending for all classes of a file: what is the same each time weighs nothing.
  css: { modules: { generateScopedName: (name, file) => `${name}_${endingOf(file)}` } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The policy of the page allows files of this origin only: nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // What every page needs is one file: it compresses better than several.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
  server: {
    port: 7071,
    proxy: {
      ...Object.fromEntries(passedOn.map((path) => [path, server])),
      '/feed': { target: server.replace('http', 'ws'), ws: true },
    },
  },
})

function endingOf(file: string): string {
  return createHash('sha256').update(basename(file)).digest('base64url').slice(0, 4)
}
