import { readFileSync } from 'node:fs'
import { packageFile } from '#packageFile'
import type { WorkspaceFile } from './declaration.ts'
import { parseWorkspace } from './file.ts'

/** The workspace that a development server starts with by default. */
export function demoWorkspace(): WorkspaceFile {
  return parseWorkspace(readFileSync(packageFile('workspaces/demo.yaml'), 'utf8'), 'demo.yaml')
}
