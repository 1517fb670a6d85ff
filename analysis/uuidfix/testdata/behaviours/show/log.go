package show

import (
	"bytes"
	"log"
	"log/slog"

	"github.com/go-logr/logr/funcr"
	"github.com/rs/zerolog"
	"github.com/sirupsen/logrus"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// Log is what package log prints.
func Log(v any) string {
	var b bytes.Buffer
	log.New(&b, "", 0).Print(v)
	return b.String()
}

// Slog is what slog writes as text.
func Slog(v any) string {
	var b bytes.Buffer
	slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key != "id" {
			return slog.Attr{}
		}
		return a
	}})).Info("", "id", v)
	return b.String()
}

// Zap is what zap writes as JSON.
func Zap(v any) string {
	var b bytes.Buffer
	core := zapcore.NewCore(zapcore.NewJSONEncoder(zapcore.EncoderConfig{}), zapcore.AddSync(&b), zapcore.InfoLevel)
	zap.New(core).Sugar().Infow("", "id", v)
	return b.String()
}

// Zerolog is what zerolog writes.
func Zerolog(v any) string {
	var b bytes.Buffer
	l := zerolog.New(&b)
	l.Log().Interface("id", v).Send()
	return b.String()
}

// Logrus is what logrus writes as text.
func Logrus(v any) string {
	var b bytes.Buffer
	l := logrus.New()
	l.Out, l.Formatter = &b, &logrus.TextFormatter{DisableTimestamp: true, DisableColors: true}
	l.WithField("id", v).Info()
	return b.String()
}

// Logr is what logr's funcr writes.
func Logr(v any) (text string) {
	funcr.New(func(_, args string) { text = args }, funcr.Options{}).Info("", "id", v)
	return text
}
