#!/usr/bin/env node
'use strict'

// The command `rivulet` of the package on npm; in the repository it is bin/rivulet. Every Node can read this file and
// supportedNode.cjs, however old it is, so that it can say that it is too old.
var join = require('path').join
var explainOldNode = require('./supportedNode.cjs').explainOldNode

var tooOld = explainOldNode(process.versions.node, require('../package.json').engines.node)
if (tooOld) {
  process.stderr.write('rivulet: ' + tooOld + '\n')
  process.exitCode = 1
} else {
  hideExperimentalWarnings()
  if (process.argv[2] === 'serve') giveMemoryBack()
  // What the engine has compiled is kept beside the build, if that can be written to.
  require('module').enableCompileCache(process.env.NODE_COMPILE_CACHE || join(__dirname, '../dist/.compiled'))
  require('../dist/runBuild.cjs')
}

function hideExperimentalWarnings() {
  var printers = process.listeners('warning')
  process.removeAllListeners('warning')
  process.on('warning', function (warning) {
    if (warning.name === 'ExperimentalWarning') return
    printers.forEach(function (print) {
      print.call(process, warning)
    })
  })
}

/**
 * Memory for passwords being hashed goes back to the system at once, not into arenas that never shrink (glibc). That is
 * read at the start of a process, so a server that runs for long is started once more, in place of this process.
 */
function giveMemoryBack() {
  if (process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX || process.env.MALLOC_MMAP_THRESHOLD_) return
  var env = Object.assign({}, process.env, { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' })
  process.execve(process.execPath, [process.execPath].concat(process.execArgv, process.argv.slice(1)), env)
}
