import { execFileSync } from 'node:child_process'

/** Whether this machine has Python, and it can import these modules. */
export function canImport(...modules: string[]): boolean {
  try {
    execFileSync('python3', ['-c', modules.map((name) => `import ${name}`).join('\n')], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
