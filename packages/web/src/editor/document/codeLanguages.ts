/** What people write after the fence of a code block, for the languages whose code has colours. */
const names =
  'bash,sh,shell,zsh,c,h,cpp,c++,cc,csharp,cs,c#,css,diff,patch,go,golang,java,javascript,js,jsx,mjs,json,kotlin,kt,php,' +
  'python,py,ruby,rb,rust,rs,sql,swift,typescript,ts,tsx,xml,html,svg,yaml,yml'

/** [WEB-12] The names that make the first line of a code block its language. */
export const codeLanguages: ReadonlySet<string> = new Set(names.split(','))
