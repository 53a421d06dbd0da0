import { defineConfig } from 'vite'

/**
 * One file of the server and of all that it needs, because loading some 900 modules takes longer than
 * everything else a start does. The sources run as they are too; `bin/rivulet` takes the newer.
 */
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    target: 'esnext',
    minify: false,
    rolldownOptions: { external: ['pg'], output: { entryFileNames: 'main.js', codeSplitting: false } },
  },
  ssr: { noExternal: true },
})
