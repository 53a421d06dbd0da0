import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findCommit } from './checks.ts'
import { compile } from './compile.ts'
import { stagePackages } from './stage.ts'

/**
 * Makes the tarballs of the public packages in the folder `to`, and SHA256SUMS, which `sha256sum -c` reads. Returns the
 * lines of that.
 */
export function packAll(root: string, to: string): string[] {
  const work = mkdtempSync(join(tmpdir(), 'rivulet-pack-'))
  try {
    const compiled = join(work, 'compiled')
    compile(root, compiled)
    const folders = stagePackages({ root, compiled, commit: findCommit(root) }, join(work, 'packages'))
    mkdirSync(to, { recursive: true })
    const npm = ['pack', '--json', '--ignore-scripts', '--pack-destination', to, ...folders]
    const packed: { filename: string }[] = JSON.parse(execFileSync('npm', npm, { cwd: work, encoding: 'utf8' }))
    const sums = packed.map(({ filename }) => `${hashOf(join(to, filename))}  ${filename}`)
    writeFileSync(join(to, 'SHA256SUMS'), `${sums.join('\n')}\n`)
    return sums
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
