/**
 * KEYS[1] is a bundle, a hash with a field for each entry. KEYS[2] is the bundle of earlier releases, as one text: the
 * newer of the two counts. Values that are not in our format count as missing. A text with more digits than a count can
 * have is not even read.
 */
const fields = `
local function count(key, name)
  if redis.call('TYPE', key).ok ~= 'hash' or redis.call('HSTRLEN', key, name) > 15 then return false end
  return string.match(redis.call('HGET', key, name) or '', '^%d+$') or false
end
local function checksum()
  if redis.call('HSTRLEN', KEYS[1], 'checksum') ~= 16 then return false end
  return string.match(redis.call('HGET', KEYS[1], 'checksum'), '^%x+$') or false
end
local own, former = count(KEYS[1], 'revision'), count(KEYS[2], 'revision')
local isFormer = former and (not own or tonumber(former) > tonumber(own))`

/** The revision of a bundle, if a patch can turn it into a later one. */
export const patchable = `${fields}
return not isFormer and own and checksum() and count(KEYS[1], 'bytes') and own or false`

export const readRevision = `${fields}
if isFormer then return {former, count(KEYS[2], 'replaces'), false} end
return own and {own, count(KEYS[1], 'replaces'), checksum()} or {}`

/**
 * Reads the entries that changed since a revision (ARGV[1], or an empty text), each with its text, if they are known;
 * else all of them. ARGV[2] is the most bytes, ARGV[3] the most fields. If it has more bytes than ARGV[4], only their
 * number is returned.
 */
export const readFrom = `${fields}
local maxBytes, atOnceBytes = tonumber(ARGV[2]), tonumber(ARGV[4])
local tooLarge = {'it is larger than any of ours'}
local function large(bytes) return {false, {tostring(bytes)}, 'large', {}} end
if isFormer then
  local bytes = redis.call('HSTRLEN', KEYS[2], 'text')
  if bytes > maxBytes then return tooLarge end
  if bytes > atOnceBytes then return large(bytes) end
  return {false, {former, count(KEYS[2], 'replaces')}, 'former', {redis.call('HGET', KEYS[2], 'text')}}
end
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then return false end
if kind ~= 'hash' then return {'it is not a hash'} end
if redis.call('HLEN', KEYS[1]) > tonumber(ARGV[3]) then return tooLarge end
for _, name in ipairs({'format', 'changes'}) do
  if redis.call('HSTRLEN', KEYS[1], name) > 4000 then return tooLarge end
end
local said = redis.call('HMGET', KEYS[1], 'format', 'changes')
local head = {own, count(KEYS[1], 'replaces'), checksum(), said[1], said[2]}

local function touched()
  if ARGV[1] == own then return {} end
  local isJson, changes = pcall(cjson.decode, said[2] or '')
  local names
  if ARGV[1] == '' or not isJson or type(changes) ~= 'table' then return nil end
  for _, change in ipairs(changes) do
    if type(change) ~= 'table' then return nil end
    if change[1] == tonumber(ARGV[1]) + 1 then names = {} end
    for at = 2, names and #change or 0 do
      if type(change[at]) ~= 'string' then return nil end
      names[#names + 1] = change[at]
    end
  end
  return names
end

local names = touched()
local entries = {}
if names then
  for at, name in ipairs(names) do
    entries[2 * at - 1] = name
    entries[2 * at] = redis.call('HGET', KEYS[1], name)
  end
else
  -- What it says of itself saves looking at all of it twice.
  local said = tonumber(count(KEYS[1], 'bytes') or '0')
  if said > atOnceBytes and said <= maxBytes then return large(said) end
  entries = redis.call('HGETALL', KEYS[1])
end
local bytes = 0
for _, text in ipairs(entries) do bytes = bytes + (text and #text or 0) end
if bytes > maxBytes then return tooLarge end
if bytes > atOnceBytes then return large(bytes) end
return {false, head, names and 'patch' or 'whole', entries}`

/**
 * Writes a later revision (ARGV[2]) by what changed since another (ARGV[1]): pairs of a name and its text, which is
 * empty if the entry was removed. Does nothing if the bundle is no longer at that revision. The checksum is that of
 * `checksum.ts`.
 */
export const putPatch = `${fields}
local from, revision, changes, format, maxBytes = unpack(ARGV, 1, 5)
if isFormer or own ~= from then return 'moved' end
local before, bytes = checksum(), tonumber(count(KEYS[1], 'bytes') or '')
if not before or not bytes then return 'moved' end
local high, low = tonumber(string.sub(before, 1, 8), 16), tonumber(string.sub(before, 9), 16)
local function toggle(name, text, sign)
  local digest = redis.sha1hex(name .. '\\0' .. text)
  high = bit.bxor(high, tonumber(string.sub(digest, 1, 8), 16))
  low = bit.bxor(low, tonumber(string.sub(digest, 9, 16), 16))
  bytes = bytes + sign * (#name + #text)
end
for at = 6, #ARGV, 2 do
  local name, text = ARGV[at], ARGV[at + 1]
  local known = redis.call('HGET', KEYS[1], name)
  if known then toggle(name, known, -1) end
  if text ~= '' then toggle(name, text, 1) end
end
if bytes > tonumber(maxBytes) then return 'too large' end
for at = 6, #ARGV, 2 do
  if ARGV[at + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[at])
  else redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
end
local sum = bit.tohex(high) .. bit.tohex(low)
redis.call('HSET', KEYS[1], 'revision', revision, 'changes', changes, 'format', format, 'bytes', bytes, 'checksum', sum)
local replaces = count(KEYS[1], 'replaces')
if not replaces or tonumber(replaces) <= tonumber(revision) then redis.call('HDEL', KEYS[1], 'replaces') end
redis.call('UNLINK', KEYS[2])
return false`

/**
 * Writes a whole bundle, as fields and their texts, in place of whatever is there. Compares and replaces in one step,
 * so that the order in which writers finish does not matter. Returns the newer revision that prevents it, unless that
 * is the one known as never given out (ARGV[2]).
 */
export const putWhole = `${fields}
local revision = tonumber(ARGV[1])
local current = isFormer and former or own
local isAhead = current and tonumber(current) > revision
if isAhead and current ~= ARGV[2] then return current end
local replaces = isAhead and current or count(KEYS[1], 'replaces')
redis.call('UNLINK', KEYS[1], KEYS[2])
for at = 3, #ARGV, 1000 do redis.call('HSET', KEYS[1], unpack(ARGV, at, math.min(at + 999, #ARGV))) end
if replaces and tonumber(replaces) > revision then redis.call('HSET', KEYS[1], 'replaces', replaces) end
return isAhead and 1 or false`
