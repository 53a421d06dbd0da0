'use strict'

// `rivulet/inProcess` of the package on npm. Like rivulet.cjs, it speaks to every Node.
var tooOld = require('./supportedNode.cjs').explainOldNode(
  process.versions.node,
  require('../package.json').engines.node,
)
if (tooOld) throw new Error(tooOld)

exports.startInProcess = require('../dist/inProcess.cjs').startInProcess
