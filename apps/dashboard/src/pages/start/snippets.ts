import type { FlagType } from '@bunting/engine'

/** The values in a snippet: all from the API, except for the URL of Delivery. */
export type SnippetContext = {
  deliveryUrl: string
  managementUrl: string
  projectSlug: string
  envSlug: string
  flagKey: string
  flagType: FlagType
}

type Snippet = {
  label: string
  /** The type of key that the snippet needs: a client key is public. */
  keyType: 'server' | 'client'
  hint?: string
  code(context: SnippetContext): string
}

const fallbacks: Record<FlagType, string> = { boolean: 'false', string: "'fallback'", number: '0', json: '{}' }
const capital: Record<FlagType, string> = { boolean: 'Boolean', string: 'String', number: 'Number', json: 'Json' }
/** The type names of OpenFeature, which calls a document Object. */
const ofOpenFeature: Record<FlagType, string> = { ...capital, json: 'Object' }
/** The fallbacks in the syntax of Go, Java and Python, and Go's calls. */
const goFallbacks: Record<FlagType, string> = { ...fallbacks, string: '"fallback"', json: 'map[string]any{}' }
const javaFallbacks: Record<FlagType, string> = { ...fallbacks, string: '"fallback"', json: 'java.util.Map.of()' }
const pythonFallbacks: Record<FlagType, string> = { ...fallbacks, boolean: 'False', string: '"fallback"' }
const goAsks: Record<FlagType, string> = {
  boolean: 'flags.Bool(',
  string: 'flags.String(',
  number: 'flags.Number(',
  json: 'bunting.JSON(flags, ',
}
/** The function that turns a value into text in a component. */
const shown: Record<FlagType, string> = {
  boolean: 'String',
  string: 'String',
  number: 'String',
  json: 'JSON.stringify',
}

const page = 'https://github.com/bunting-flags/bunting/blob/main/docs/getting-it.md#the-sdks'

/** The install line, with a hint for users who do not have the packages from npm. */
const installs = (packages: string): string => `// npm install ${packages}
// From a release's files or your own registry: ${page}`

/** The snippets that ask for a flag, one per language or tool. */
export const snippets = {
  curl: {
    label: 'curl',
    keyType: 'server',
    code: ({ deliveryUrl, flagKey }) => `curl ${deliveryUrl}/v1/evaluate \\
  -H "Authorization: Bearer $BUNTING_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "flagKey": "${flagKey}", "context": { "userId": "ada" } }'`,
  },
  node: {
    label: 'Node',
    keyType: 'server',
    hint: 'Evaluates in your process: no request a question, and answers while Bunting is away.',
    code: ({ deliveryUrl, managementUrl, flagKey, flagType }) => `${installs('@bunting/sdk-server')}
import { openFlags } from '@bunting/sdk-server'

const flags = openFlags({
  url: '${deliveryUrl}',
  key: process.env.BUNTING_KEY ?? '',
  telemetry: { url: '${managementUrl}' },
})
await flags.ready()
console.log(flags.${flagType}('${flagKey}', { userId: 'ada' }, ${fallbacks[flagType]}))
await flags.close()`,
  },
  go: {
    label: 'Go',
    keyType: 'server',
    hint: 'Evaluates in your process: no request a question, and answers while Bunting is away.',
    code: ({ deliveryUrl, managementUrl, flagKey, flagType }) => `// go get github.com/bunting-flags/bunting/sdks/go
package main

import (
	"context"
	"fmt"
	"os"

	bunting "github.com/bunting-flags/bunting/sdks/go"
)

func main() {
	ctx := context.Background()
	flags := bunting.Open(bunting.Options{
		URL:       "${deliveryUrl}",
		Key:       os.Getenv("BUNTING_KEY"),
		Telemetry: &bunting.Telemetry{URL: "${managementUrl}"},
	})
	defer flags.Close(ctx)
	flags.Ready(ctx)
	who := bunting.EvalContext{UserID: "ada"}
	fmt.Println(${goAsks[flagType]}"${flagKey}", who, ${goFallbacks[flagType]}))
}`,
  },
  java: {
    label: 'Java',
    keyType: 'server',
    hint: 'Evaluates in your process: no request a question, and answers while Bunting is away.',
    code: ({ deliveryUrl, managementUrl, flagKey, flagType }) => `// io.github.bunting-flags:bunting-sdk
import io.github.buntingflags.Context;
import io.github.buntingflags.Flags;
import io.github.buntingflags.Options;
import java.time.Duration;

class Ask {
    public static void main(String[] arguments) {
        Options options = Options.of("${deliveryUrl}", System.getenv("BUNTING_KEY"))
            .telemetry("${managementUrl}");
        try (Flags flags = Flags.open(options)) {
            flags.ready(Duration.ofSeconds(10));
            Context who = Context.user("ada");
            System.out.println(flags.${flagType === 'boolean' ? 'bool' : flagType}("${flagKey}", who, ${javaFallbacks[flagType]}));
        }
    }
}`,
  },
  python: {
    label: 'Python',
    keyType: 'server',
    hint: 'Evaluates in your process, also in those that gunicorn, uWSGI and Celery fork.',
    code: ({ deliveryUrl, managementUrl, flagKey, flagType }) => `# pip install bunting-sdk
import os

from bunting_sdk import Context, Telemetry, open_flags

flags = open_flags(
    "${deliveryUrl}",
    os.environ["BUNTING_KEY"],
    telemetry=Telemetry("${managementUrl}"),
)
flags.ready()
print(flags.${flagType}("${flagKey}", Context("ada"), ${pythonFallbacks[flagType]}))
flags.close()`,
  },
  browser: {
    label: 'Browser',
    keyType: 'client',
    hint: 'Asks Delivery, keeps the answers for the next visit, and hears of changes.',
    code: ({ deliveryUrl, managementUrl, flagKey, flagType }) => `${installs('@bunting/sdk-web')}
import { openFlags } from '@bunting/sdk-web'

const flags = openFlags({
  url: '${deliveryUrl}',
  key: 'pk_…',
  context: { userId: 'ada' },
  flags: ['${flagKey}'],
  telemetry: { url: '${managementUrl}' },
})
await flags.ready()
console.log(flags.${flagType}('${flagKey}', ${fallbacks[flagType]}))`,
  },
  react: {
    label: 'React',
    keyType: 'client',
    code: ({ deliveryUrl, flagKey, flagType }) => `${installs('@bunting/sdk-react')}
import { FlagsProvider, openFlags, use${capital[flagType]} } from '@bunting/sdk-react'
import { createRoot } from 'react-dom/client'

const flags = openFlags({
  url: '${deliveryUrl}',
  key: 'pk_…',
  context: { userId: 'ada' },
})
const Answer = () => <p>{${shown[flagType]}(use${capital[flagType]}('${flagKey}', ${fallbacks[flagType]}))}</p>

createRoot(document.body).render(
  <FlagsProvider flags={flags}>
    <Answer />
  </FlagsProvider>,
)`,
  },
  openFeature: {
    label: 'OpenFeature',
    keyType: 'server',
    hint: 'Go, Java and Python have a provider, too. In other languages any OFREP provider works as it is: give it the address of Delivery and the key.',
    code: ({
      deliveryUrl,
      flagKey,
      flagType,
    }) => `${installs('@bunting/openfeature @bunting/sdk-server @openfeature/server-sdk')}
import { buntingProvider } from '@bunting/openfeature/server'
import { openFlags } from '@bunting/sdk-server'
import { OpenFeature } from '@openfeature/server-sdk'

const flags = openFlags({
  url: '${deliveryUrl}',
  key: process.env.BUNTING_KEY ?? '',
})
await OpenFeature.setProviderAndWait(buntingProvider(flags))
const client = OpenFeature.getClient()
console.log(await client.get${ofOpenFeature[flagType]}Value('${flagKey}', ${fallbacks[flagType]}, { targetingKey: 'ada' }))
await OpenFeature.close()`,
  },
  cli: {
    label: 'Command line',
    keyType: 'server',
    code: ({ deliveryUrl, managementUrl, projectSlug, envSlug, flagKey }) => `export BUNTING_URL=${managementUrl}
export BUNTING_DELIVERY_URL=${deliveryUrl}
npx bunting evaluate ${flagKey} --user ada
npx bunting flags history ${flagKey} --project ${projectSlug} --env ${envSlug}`,
  },
} as const satisfies Record<string, Snippet>

export type SnippetName = keyof typeof snippets
export const snippetList = Object.entries(snippets) as [SnippetName, Snippet][]
