/**
 * Everything in the lock file that is shipped: a map of places, each with the places that it needs. Packages that only our
 * tests and builds use are not included.
 */
export function listShipped({ packages }) {
  const shipped = new Map()
  const visit = (place) => {
    if (shipped.has(place)) return
    shipped.set(place, [])
    const needed = needsOf(packages[place]).flatMap((name) => find(packages, place, name) ?? [])
    shipped.set(place, needed)
    needed.forEach(visit)
  }
  const workspaces = Object.keys(packages).filter((place) => /^(apps|packages)\/[^/]+$/.test(place))
  for (const place of ['', ...workspaces]) visit(place)
  return shipped.set('', [...shipped.get(''), ...workspaces])
}

/** The names of a package's dependencies. Optional peer dependencies are not shipped. */
function needsOf({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return Object.keys({ ...dependencies, ...optionalDependencies, ...Object.fromEntries(peers.map((name) => [name])) })
}

/** Finds a package as Node does: beside the one that needs it, then further up. Undefined if it is not installed. */
function find(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    const found = packages[place]
    if (found) return found.link ? found.resolved : place
    if (folder === '') return undefined
  }
}
