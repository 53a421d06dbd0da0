import { defineConfig } from 'vite'

/** What loads that file, and the worker that keeps the write-ahead log short. */
const beside = {
  runBuild: 'src/build/run.ts',
  inProcess: 'src/build/inProcess.ts',
  checkpointer: 'src/store/sqlite/checkpointer.ts',
}

/**
 * One file of the server and of all that it needs, because loading some 900 modules takes longer than everything else a
 * start does. The sources run as they are too; `bin/rivulet` takes the newer. With `--mode beside`, it makes the files
 * next to it. All are CommonJS, because the engine keeps what it has compiled of a script, and because an `import` of
 * `node:http` reads every export, of which one loads an HTTP client.
 */
export default defineConfig(({ mode }) => ({
  build: {
    ssr: true,
    emptyOutDir: false,
    outDir: 'dist',
    target: 'esnext',
    minify: false,
    license: mode !== 'beside' && { fileName: 'licenses.md' },
    rolldownOptions: {
      input: mode === 'beside' ? beside : { main: 'src/build/program.ts' },
      external: ['pg-native', 'pg-cloudflare', 'redis', 'web-push', /^@aws-sdk/],
      output: {
        format: 'cjs',
        entryFileNames: '[name].cjs',
        chunkFileNames: '[name].cjs',
        ...(mode === 'beside' ? {} : { codeSplitting: false }),
      },
    },
  },
  ssr: { noExternal: true },
}))
