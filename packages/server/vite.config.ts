import { defineConfig } from 'vite'

/**
 * One file of the server and of all that it needs, because loading some 900 modules takes longer than
 * everything else a start does. `runBuild.ts` runs it. The sources run as they are too; `bin/rivulet` takes the newer.
 * The worker that keeps the write-ahead log short is a file of its own next to it. They are CommonJS, because the engine
 * keeps what it has compiled of a script, and because an `import` of `node:http` reads every export, of which one loads an
 * HTTP client.
 */
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    emptyOutDir: false,
    outDir: 'dist',
    target: 'esnext',
    minify: false,
    rolldownOptions: {
      external: ['pg', 'redis', 'web-push', /^@aws-sdk/],
      output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
    },
  },
  ssr: { noExternal: true },
})
