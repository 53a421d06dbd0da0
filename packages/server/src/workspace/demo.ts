import { readFileSync } from 'node:fs'
import type { WorkspaceFile } from './declaration.ts'
import { parseWorkspace } from './file.ts'

const file = new URL('./demo.yaml', import.meta.url)

/** The workspace that a development server starts with when none is named. */
export function demoWorkspace(): WorkspaceFile {
  return parseWorkspace(readFileSync(file, 'utf8'), 'demo.yaml')
}
