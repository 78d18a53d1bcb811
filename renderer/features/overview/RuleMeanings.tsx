import './meanings.css';
import { useAssay } from '../../client/index.ts';
import { Button, Dialog, ScrollRegion, Skeleton } from '../../ui/index.ts';

/** What every rule counts as a match, and where it comes from. */
export function RuleMeanings({ onClose }: { onClose: () => void }) {
  const rules = useAssay('judge.rules', null).data;
  return (
    <Dialog label="What the rules mean" onClose={onClose} className="ov-meanings">
      <div className="ov-meanings-head">
        <h2 className="ui-dialog-title">What the rules mean</h2>
        <Button keys="Escape" data-autofocus onClick={onClose}>
          Close
        </Button>
      </div>
      <ScrollRegion className="ov-meanings-list">
        <p className="u-text-2">
          A rule decides whether the result of a prediction matches that of a gold. Where an instance has several golds, one that
          matches is enough. A result that was cut at a cap is not judged where the rest could decide.
        </p>
        {rules ? (
          rules.map(({ id, version, title, source, definition }) => (
            <section key={id} className="ov-meaning">
              <h3>
                {title}{' '}
                <code className="u-text-2">
                  {id} {version}
                </code>
              </h3>
              {definition !== null && <p>{definition}</p>}
              <p className="u-text-2 u-small">From: {source}</p>
            </section>
          ))
        ) : (
          <Skeleton lines={6} label="Reading the rules" />
        )}
      </ScrollRegion>
    </Dialog>
  );
}
