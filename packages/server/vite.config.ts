import { defineConfig, type Plugin } from 'vite'

/** Modules of which the names that are imported here are taken by `require`, where they are first needed. */
const required: Record<string, readonly string[]> = {
  // An `import` reads every export, and one of these loads an HTTP client that nothing here uses.
  'node:http': ['STATUS_CODES', 'Server', 'createServer', 'request', 'validateHeaderValue'],
  // An `import` would load it at each start, also on SQLite.
  pg: ['DatabaseError'],
}

const requireWhenNeeded: Plugin = {
  name: 'require-when-needed',
  enforce: 'pre',
  resolveId: (id) => (id in required ? `\0${id}` : undefined),
  load(id) {
    const name = id.slice(1)
    const exported = required[name]
    if (!id.startsWith('\0') || !exported) return undefined
    return `import { createRequire } from 'node:module'
const loaded = createRequire(import.meta.url)('${name}')
export default loaded
export const { ${exported.join(', ')} } = loaded`
  },
}

/**
 * One file of the server and of all that it needs, because loading some 900 modules takes longer than
 * everything else a start does. The sources run as they are too; `bin/rivulet` takes the newer. The worker
 * that keeps the write-ahead log short is a second file next to it.
 */
export default defineConfig({
  plugins: [requireWhenNeeded],
  build: {
    ssr: 'src/main.ts',
    emptyOutDir: false,
    outDir: 'dist',
    target: 'esnext',
    minify: false,
    rolldownOptions: {
      external: ['redis', 'web-push', /^@aws-sdk/],
      output: { entryFileNames: '[name].js', codeSplitting: false },
    },
  },
  ssr: { noExternal: true },
})
