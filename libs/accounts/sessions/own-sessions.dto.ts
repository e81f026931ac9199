import { BooleanField, TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';

export class OwnSessionResponse {
  @IdField() _id: string;
  @BooleanField({ description: 'Whether it is the one that asks', example: true }) current: boolean;
  @InstantField({ description: 'The log-in' }) created_at: string;
  @InstantField({ nullable: true, description: 'When its access credential was last renewed' }) renewed_at:
    string | null;
  @InstantField({ description: 'When it ends unless it is renewed' }) expires_at: string;
  @TextField({ max: 100, nullable: true, example: '203.0.113.7' }) address: string | null;
  @TextField({ max: 300, nullable: true, example: 'Mozilla/5.0 …' }) user_agent: string | null;
}
