import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconExternalLink,
  IconFolder,
  IconForms,
  IconMessageChatbot,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Outcome, QuestionView } from '../../../shared/model/reverse-call.ts';

/** The icon of a kind; it always stands beside the word. */
export const KindIcon = ({ question, size = 16 }: { question: QuestionView; size?: number }) => {
  const Icon =
    question.body.type === 'link'
      ? IconExternalLink
      : question.kind === 'sampling'
        ? IconMessageChatbot
        : question.kind === 'roots'
          ? IconFolder
          : IconForms;
  return <Icon size={size} aria-hidden />;
};

const OUTCOMES: Record<Outcome, TablerIcon> = {
  accepted: IconCircleCheck,
  declined: IconCircleX,
  cancelled: IconCircleX,
  denied: IconBan,
  refused: IconBan,
  withdrawn: IconArrowBackUp,
  failed: IconAlertTriangle,
};

export const OutcomeIcon = ({ outcome, size = 16 }: { outcome: Outcome; size?: number }) => {
  const Icon = OUTCOMES[outcome];
  return <Icon size={size} aria-hidden />;
};
