import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The types of `rivulet/inProcess`, from `src` of the server. The package has these declarations and those they import. */
export const insideTypes = 'server/inProcess/inside'

/**
 * Compiles what is published as modules to JavaScript with declarations: `compiled/<package>/src/…`. Older Nodes can read it,
 * so that they get as far as the sentence that says they are too old. The types were checked by `npm run types`.
 */
export function compile(root: string, compiled: string): void {
  mkdirSync(compiled, { recursive: true })
  const packages = join(root, 'packages')
  const inside = join(packages, 'server/src', insideTypes)
  writeFileSync(join(compiled, 'inProcess.d.ts'), declareInProcess(`${inside}.ts`))
  const project = join(compiled, 'tsconfig.json')
  const sources = ['blocks', 'testing'].map((name) => join(packages, name, 'src'))
  writeFileSync(
    project,
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        target: 'es2022',
        noEmit: false,
        noCheck: true,
        declaration: true,
        rewriteRelativeImportExtensions: true,
        rootDir: packages,
        outDir: compiled,
        typeRoots: [join(root, 'node_modules/@types')],
        // Through the sources themselves, all methods would be compiled, which takes ten times as long.
        paths: { 'rivulet/inProcess': [join(compiled, 'inProcess.d.ts')] },
      },
      files: [`${inside}.ts`],
      include: sources,
      exclude: sources.map((source) => `${source}/**/*.test.ts`),
    }),
  )
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project], { stdio: 'inherit' })
}

/** What `rivulet/inProcess` exports, with its types from another file. */
export function declareInProcess(types: string): string {
  return `import type { InProcessServer, WorkspaceSource } from '${types}'
export * from '${types}'
/**
 * Starts a development server in this process: in memory, on a port of its own of this machine alone. It shares nothing with
 * other servers, and reads neither \`rivulet.config.yaml\` nor the environment.
 */
export declare function startInProcess(source: WorkspaceSource): Promise<InProcessServer>
`
}
