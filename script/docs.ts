/** The site over `docs/`: `npm run docs` builds it, `npm run docs -- dev` serves it while one writes, `-- preview` what was built. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const [command = 'build', ...flags] = process.argv.slice(2)
const known = ['build', 'dev', 'preview']

if (known.includes(command)) {
  const vitepress = join(root, 'node_modules', 'vitepress', 'bin', 'vitepress.js')
  const child = spawn(process.execPath, [vitepress, command, 'docs', ...flags], { cwd: root, stdio: 'inherit' })
  child.on('exit', (code) => (process.exitCode = code ?? 1))
} else {
  console.error(`"${command}" is none of ${known.join(', ')}.`)
  process.exitCode = 2
}
