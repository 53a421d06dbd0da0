import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

// Writes docs/gallery.generated.html: the gallery as one file that loads no others. With --check it only reports whether
// that file is up to date.
const path = new URL('../../../docs/gallery.generated.html', import.meta.url)

/** Leaves out syntax highlighting, which is as large as all the rest. */
const plainCode: Plugin = {
  name: 'plain-code',
  enforce: 'pre',
  load: (id) => (id.endsWith('/code/highlight.tsx') ? 'export const highlight = () => undefined' : undefined),
}

const result = await build({
  configFile: false,
  logLevel: 'silent',
  root: new URL('..', import.meta.url).pathname,
  plugins: [react(), plainCode],
  build: {
    write: false,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    target: ['chrome123', 'firefox121', 'safari17.5'],
    rolldownOptions: {
      input: new URL('../src/gallery/standalone.tsx', import.meta.url).pathname,
      output: { codeSplitting: false },
    },
  },
})
const files = (Array.isArray(result) ? result : 'output' in result ? [result] : []).flatMap(({ output }) => output)
const script = files.map((file) => (file.type === 'chunk' ? file.code : '')).join('')
const style = files.map((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? file.source : '')).join('')

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'">
<title>Blocks</title>
<style>${style.trim()}</style>
</head>
<body>
<div id="root"><noscript>The gallery is drawn by a script.</noscript></div>
<script type="module">${escapeForHtml(script.trim())}</script>
</body>
</html>
`

if (!process.argv.includes('--check')) {
  writeFileSync(path, page)
} else if (!existsSync(path) || readFileSync(path, 'utf8') !== page) {
  process.stderr.write('docs/gallery.generated.html is stale: run node packages/web/script/gallery.ts\n')
  process.exitCode = 1
}

/** Escapes text that would end the script element or comment out its end. For JavaScript, the code stays the same. */
function escapeForHtml(code: string): string {
  return code.replaceAll(/<\/(?=script)/gi, String.raw`\x3c/`).replaceAll('<!--', String.raw`\x3c!--`)
}
