import { Component, type ReactNode } from 'react';
import { Button, Message } from '../ui/index.ts';

/** Keeps the window alive when a screen fails: what happened, and a way on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className="app-failed ui-pane">
        <Message
          tone="danger"
          title="This screen failed"
          actions={
            <Button kind="primary" onClick={() => this.setState({ error: null })}>
              Show it again
            </Button>
          }
        >
          {error.message} Labels and results are saved as they are made; nothing is lost.
        </Message>
      </div>
    );
  }
}
