import { showFloor } from './floor.ts'
import { showOurs } from './ours.tsx'
import { showPlain, showUsual } from './usual.tsx'
import '../../../src/console/styles.css'

/** One page for all: `?subject=ours|usual|plain|floor&thread=<id>`. */
const query = new URLSearchParams(location.search)
const root = document.getElementById('root')
if (!root) throw new Error('The page has no element to draw in.')
const thread = query.get('thread') ?? ''
const theme = query.get('theme')
if (theme) document.documentElement.dataset.theme = theme

const subjects = { ours: showOurs, usual: showUsual, plain: showPlain, floor: showFloor }
subjects[(query.get('subject') ?? 'ours') as keyof typeof subjects](root, thread)
