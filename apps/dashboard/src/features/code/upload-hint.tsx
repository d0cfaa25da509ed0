import { CopyButton } from '../../ui/controls/copy.tsx'
import './upload-hint.css'

const command = 'bunting code-refs --upload'

/** Shows how to upload references: the command, for CI after each push to the default branch. */
export const UploadHint = () => (
  <section className="upload-hint" aria-label="How to upload">
    <h3>In CI, after each push to the default branch</h3>
    <div>
      <pre>{command}</pre>
      <CopyButton text={command} what="the command" />
    </div>
    <p>
      It looks for the keys of this project in the files that Git knows, and uploads where they are: paths and lines,
      not the code. Its key needs the scopes <code>read</code> and <code>edit</code>.
    </p>
  </section>
)
