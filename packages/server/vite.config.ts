import { defineConfig } from 'vite'

/**
 * One file of the server and of all that it needs, because loading some 900 modules takes longer than
 * everything else a start does. The sources run as they are too; `bin/rivulet` takes the newer. The worker
 * that keeps the write-ahead log short is a second file next to it.
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
      output: { entryFileNames: '[name].js', codeSplitting: false },
    },
  },
  ssr: { noExternal: true },
})
